conda create -y -n issue_pad-maxpool-zeros python=3.11
conda activate issue_pad-maxpool-zeros
pip install -r requirements.txt pytest
pytest -sx test_issue_pad-maxpool-zeros.py
