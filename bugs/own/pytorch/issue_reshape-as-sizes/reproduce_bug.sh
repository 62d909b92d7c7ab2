conda create -y -n issue_reshape-as-sizes python=3.11
conda activate issue_reshape-as-sizes
pip install -r requirements.txt pytest
pytest -sx test_issue_reshape-as-sizes.py
