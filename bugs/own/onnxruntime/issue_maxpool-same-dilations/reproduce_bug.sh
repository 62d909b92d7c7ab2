conda create -y -n issue_maxpool-same-dilations python=3.11
conda activate issue_maxpool-same-dilations
pip install -r requirements.txt pytest
pytest -sx test_issue_maxpool-same-dilations.py
