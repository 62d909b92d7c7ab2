conda create -y -n issue_averagepool-same-dilations python=3.11
conda activate issue_averagepool-same-dilations
pip install -r requirements.txt pytest
pytest -sx test_issue_averagepool-same-dilations.py
