conda create -y -n issue_lppool-same-dilations python=3.11
conda activate issue_lppool-same-dilations
pip install -r requirements.txt pytest
pytest -sx test_issue_lppool-same-dilations.py
