conda create -y -n issue_onednn-pool-stride python=3.11
conda activate issue_onednn-pool-stride
pip install -r requirements.txt pytest
pytest -sx test_issue_onednn-pool-stride.py
