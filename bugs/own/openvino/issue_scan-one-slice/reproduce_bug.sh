conda create -y -n issue_scan-one-slice python=3.11
conda activate issue_scan-one-slice
pip install -r requirements.txt pytest
pytest -sx test_issue_scan-one-slice.py
